export type Template = {
  subject: string;
  lines: readonly string[];
  link?: { text: string; url: string };
  /** What it is about, written large in the HTML part: an amount, or a code to type. */
  figure?: string;
  /** The page that its notification links to; {id} is the record's. Defaults to the email's own link. */
  to?: string;
  /** The notification's text instead of the email's lines; false for an email only (before there is a session, or with a secret). */
  inApp?: string | false;
  /** It is about an entry that staff made manually: email and notification carry the “Manual” badge, as the entry does. */
  manual?: true;
};

export type Templates = Record<string, Template>;
