"""What a view says of hidden hands, and samples of them for the kernel."""
