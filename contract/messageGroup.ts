/** Purposes of messages, by which channels are switched; apart from the texts, which no page loads. */
export const messageGroups = ['notice', 'security', 'alarm', 'code'] as const
export type MessageGroup = (typeof messageGroups)[number]
