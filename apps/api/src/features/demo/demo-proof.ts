import sharp from 'sharp';

const WIDTH = 480;
const HEIGHT = 640;

/** The letters as strokes, since a machine may have no fonts. */
const DEMO =
  'M0 0V60H20Q40 60 40 30T20 0Z M60 0H95M60 0V60H95M60 30H88 M115 60V0L138 34L161 0V60 M181 30A22 30 0 1 1 225 30A22 30 0 1 1 181 30Z';

/** A picture in place of a proof of payment that can't be mistaken for a real one. The same bytes every time for a number, other ones for another. */
export function drawDemoProof(number = 0): Promise<Buffer> {
  const lines = Array.from(
    { length: 7 },
    (_, i) => `<rect x="60" y="${300 + i * 38}" width="${120 + ((number * 97 + i * 61) % 240)}" height="12" rx="6"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="#f4f4f5"/>
    <rect x="30" y="30" width="420" height="580" rx="16" fill="#fff" stroke="#d4d4d8" stroke-width="2"/>
    <path d="${DEMO}" transform="translate(86 110) scale(1.35)" fill="none" stroke="#b45309" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>
    <g fill="#e4e4e7">${lines.join('')}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
