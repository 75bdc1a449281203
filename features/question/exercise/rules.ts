/** Right answers in a row with which a question leaves the book of wrong ones. */
export const outOfBook = 2
