/** Yuan from a number field, at most two decimals, as fen. */
export const fenOfYuan = (yuan: number): number => Math.round(yuan * 100)

/** Fen as the number a field shows in yuan. */
export const yuanOfFen = (fen: number): number => fen / 100
