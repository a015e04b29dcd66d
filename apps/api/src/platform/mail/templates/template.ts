export type Template = {
  subject: string;
  lines: readonly string[];
  link?: { text: string; url: string };
  /** Where the app leads from its notification; {id} is the record's. Left out: where the mail's own link leads. */
  to?: string;
  /** What the notification says instead of the mail's lines; false: it is a mail only (before there is a session, or with a secret in it). */
  inApp?: string | false;
  /** It tells of an entry that staff made by hand: mail and notification carry the “Manual” badge, as the entry itself does. */
  manual?: true;
};

export type Templates = Record<string, Template>;
