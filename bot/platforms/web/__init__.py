"""The local table: a web page that the program serves by itself."""
