/**
 * Whether a text has only letters that all fonts of the printed documents have: of such a text the server need not be
 * asked.
 */
export const isEveryday = (text: string) => /^[\s!-~·…—‘’“”\u3001-\u303f！-～一-龥]*$/u.test(text)
