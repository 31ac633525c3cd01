// The page's own few words in two languages besides English; everything else stays English.

import { on, state } from "./state.js";

const WORDS = {
  "sv-SE": {
    Channels: "Kanaler",
    "Direct messages": "Direktmeddelanden",
    "Nothing yet": "Inga ännu",
    "on this machine only": "bara på denna dator",
    Bots: "Bottar",
    People: "Personer",
    you: "du",
    "Welcome to {}!": "Välkommen till {}!",
    "To begin, type ": "För att börja, skriv ",
    " below, or press ": " här nedan eller tryck på ",
    "Waiting for the bot…": "Väntar på botten …",
    "This is the beginning of your direct messages with {}.": "Här börjar dina direktmeddelanden med {}.",
    "Message {}, or type /": "Skriv till {}, eller skriv /",
    NEW: "NYTT",
    " used ": " använde ",
    "(edited)": "(redigerat)",
    "Only you can see this": "Bara du kan se det här",
    "Dismiss message": "Avvisa meddelandet",
    "{} is thinking…": "{} tänker …",
    "Original message was deleted": "Originalmeddelandet har tagits bort",
    "Message could not be loaded": "Meddelandet kunde inte läsas in",
    "This interaction failed": "Den här interaktionen misslyckades",
    "New messages below": "Nya meddelanden längre ner",
    "Show older messages": "Visa äldre meddelanden",
    Done: "Klar",
    Submit: "Skicka",
    Cancel: "Avbryt",
    "Make a selection": "Gör ett val",
    Enlarge: "Förstora",
    Close: "Stäng",
    "{} chosen": "{} valda",
    message: "meddelande",
    messages: "meddelanden",
    "direct message": "direktmeddelande",
  },
  da: {
    Channels: "Kanaler",
    "Direct messages": "Direkte beskeder",
    "Nothing yet": "Ingen endnu",
    "on this machine only": "kun på denne computer",
    Bots: "Botter",
    People: "Personer",
    you: "dig",
    "Welcome to {}!": "Velkommen til {}!",
    "To begin, type ": "Skriv ",
    " below, or press ": " nedenfor for at begynde, eller tryk på ",
    "Waiting for the bot…": "Venter på botten …",
    "This is the beginning of your direct messages with {}.": "Her begynder dine direkte beskeder med {}.",
    "Message {}, or type /": "Skriv til {}, eller skriv /",
    NEW: "NYT",
    " used ": " brugte ",
    "(edited)": "(redigeret)",
    "Only you can see this": "Kun du kan se dette",
    "Dismiss message": "Afvis besked",
    "{} is thinking…": "{} tænker …",
    "Original message was deleted": "Den oprindelige besked er blevet slettet",
    "Message could not be loaded": "Beskeden kunne ikke indlæses",
    "This interaction failed": "Denne interaktion mislykkedes",
    "New messages below": "Nye beskeder længere nede",
    "Show older messages": "Vis ældre beskeder",
    Done: "Færdig",
    Submit: "Send",
    Cancel: "Annuller",
    "Make a selection": "Vælg",
    Enlarge: "Forstør",
    Close: "Luk",
    "{} chosen": "{} valgt",
    message: "besked",
    messages: "beskeder",
    "direct message": "direkte besked",
  },
};

// The words in the person's language, with {} replaced by the given values.
export function t(words, ...given) {
  const text = WORDS[state.me?.locale]?.[words] ?? words;
  return given.reduce((found, one) => found.replace("{}", one), text);
}

// Screen readers speak the page in the language of its words.
on("hello me", () => (document.documentElement.lang = state.me.locale in WORDS ? state.me.locale : "en"));
