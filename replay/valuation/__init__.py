"""What positions, answers, dice and data are worth: futures played many times with the same luck, compared and told."""
