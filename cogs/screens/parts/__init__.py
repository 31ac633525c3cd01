"""What all screens are made of: components, forms, pages, links, how somebody wants cards shown."""
