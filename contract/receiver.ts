/** Causes for which nothing came of a message to another system, in the order in which they may occur. */
export const receiverFaults = [
  'forbidden',
  'unresolved',
  'refused',
  'insecure',
  'timeout',
  'broken',
  'tooLong',
] as const
export type ReceiverFault = (typeof receiverFaults)[number]
