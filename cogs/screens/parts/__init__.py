"""The parts of all screens: components, forms, pages, links, and a reader's card preferences."""
