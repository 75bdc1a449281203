import { createHmac } from 'node:crypto'

/** The signature of a body: the sender's time is part of it, so that an old message cannot be sent again as a new one. */
export const pushSignature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
