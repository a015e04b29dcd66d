/** What a mail's HTML part shows, all of it text. */
export type MailPage = {
  readonly site: string;
  readonly subject: string;
  readonly greeting: string;
  readonly lines: readonly string[];
  /** The amount or code that it is about, written large. */
  readonly figure: string | null;
  readonly badge: string | null;
  readonly link: { readonly text: string; readonly url: string } | undefined;
  /** Lines of the foot: who runs the site, and where to write to. */
  readonly foot: readonly string[];
  /** Where the reader turns such mails off. */
  readonly off?: { readonly text: string; readonly url: string } | undefined;
};

/** Colours are said twice: beside each part for programs that drop style sheets, and here for dark mode, which only a style sheet can tell. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}.figure{font-size:28px!important}}
@media (prefers-color-scheme:dark){.body{background:#101318!important}.card{background:#191d24!important;border-color:#2b313b!important}
.ink{color:#eceff4!important}.dim{color:#a3acb9!important}.button{background:#7db0ff!important;color:#0b1220!important}.box{background:#232933!important}}`;
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function mailPage(page: MailPage): string {
  const { site, subject, greeting, lines, figure, badge, link, foot, off } = page;
  const wayOut =
    off === undefined
      ? ''
      : `<br><a class="dim" href="${escapeHtml(off.url)}" style="color:#566072">${escapeHtml(off.text)}</a>`;
  const paragraph = (text: string): string =>
    `<p class="ink" style="margin:0 0 16px;color:#1b2230;font-size:16px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const parts = [
    ...(badge === null
      ? []
      : [
          `<p class="ink" style="margin:0 0 16px;color:#1b2230"><strong style="border:1px solid;border-radius:4px;padding:2px 8px;font-size:13px">${escapeHtml(badge)}</strong></p>`,
        ]),
    paragraph(greeting),
    ...(figure === null
      ? []
      : [
          `<p class="ink box figure" style="margin:0 0 20px;padding:16px 20px;border-radius:8px;background:#f1f4f9;color:#1b2230;font-size:32px;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${escapeHtml(figure)}</p>`,
        ]),
    ...lines.map(paragraph),
    ...(link === undefined
      ? []
      : [
          `<p style="margin:24px 0 0"><a class="button" href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd0;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(link.text)}</a></p>`,
        ]),
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="body" style="margin:0;padding:0;background:#eef1f6;${FONT}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;color:#1b2230;font-size:18px;font-weight:700">${escapeHtml(site)}</td></tr>
<tr><td class="card" style="padding:32px;border:1px solid #dde2ea;border-radius:12px;background:#ffffff">${parts.join('\n')}</td></tr>
<tr><td class="dim" style="padding:16px 4px 0;color:#566072;font-size:13px;line-height:1.5;overflow-wrap:anywhere">${foot.map(escapeHtml).join('<br>')}${wayOut}</td></tr>
</table></td></tr></table></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
