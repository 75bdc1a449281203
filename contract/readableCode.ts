/** Letters and digits of which none is taken for another when it is read out. */
export const readableLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that a person can read out, of one letter or digit for each random byte. */
export const readableCode = (random: Uint8Array): string =>
  Array.from(random, (byte) => readableLetters[byte % readableLetters.length]).join('')
