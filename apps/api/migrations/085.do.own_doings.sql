-- What somebody did themselves is among their notifications, but is no news to them.
alter type app.letter add attribute own boolean;
