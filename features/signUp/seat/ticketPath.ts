/** Address at which a ticket is checked by the code on it. */
export const ticketPath = (code: string) => `/trainIndex?check=${encodeURIComponent(code)}`
