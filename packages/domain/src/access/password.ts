import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** One text, one password: the same characters typed on two keyboards arrive as the same bytes. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Words that every visitor of this site can guess, whatever surrounds them. */
const BRAND = 'clearbook';
const BRAND_MIN_LENGTH = 4;

export type PasswordOwner = { email: string; username: string; fullname: string; sitename: string };

/**
 * Whether a password is among the first that anyone would try: on the list of leaked ones, a common word with digits or
 * signs after it, one character or run repeated, the site's name, or the owner's own name or address.
 * Length is the schema's business.
 */
export function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = normalizePassword(password).toLowerCase().trim();
  if (COMMON_PASSWORDS.has(text) || COMMON_PASSWORDS.has(text.replaceAll(/\s/g, ''))) return true;
  const word = text.replace(/[^\p{L}]+$/u, '');
  if (COMMON_PASSWORDS.has(word) || COMMON_WORDS.has(word)) return true;
  if (word === '' && /^(?:0?123456789|9876543210)/.test(text)) return true;
  if (isRepeated(text)) return true;
  const brands = [BRAND, owner.sitename.toLowerCase().replaceAll(/\s/g, '')].filter(
    (brand) => brand.length >= BRAND_MIN_LENGTH,
  );
  if (brands.some((brand) => text.replaceAll(/[\s._-]/g, '').includes(brand))) return true;
  const own = [owner.email, owner.email.split('@')[0] ?? '', owner.username, owner.fullname].map((name) =>
    name.toLowerCase().trim(),
  );
  return own.includes(text) || own.includes(word);
}

/** `aaaaaaaa`, `abcabcabc`: a short piece over and over. */
function isRepeated(text: string): boolean {
  for (let size = 1; size <= 3 && size * 2 < text.length; size += 1) {
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}
