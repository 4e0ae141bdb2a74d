"""What two games share: no game word in here."""
