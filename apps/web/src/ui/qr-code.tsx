import { encode } from 'uqr';

/** A QR code drawn as one SVG path. Always dark on white with its quiet zone, in both themes, because scanners need that. */
export function QrCode({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const code = encode(text, { ecc: 'M', border: 2 });
  const path = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#ffffff" rx="1" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
