import { lifecycle } from '../../contract/lifecycle.ts'
import type { MessageGroup } from '../../contract/messageGroup.ts'

/** Ways out of the portal, in the order they are listed. */
export const messageChannels = ['sms', 'mail', 'wechat'] as const
export type MessageChannel = (typeof messageChannels)[number]

/**
 * True if a kind goes through a channel as long as staff have set nothing: codes and account security do by
 * SMS, so that the owner of a number hears of its change.
 */
export const isOnUnset = (group: MessageGroup, channel: MessageChannel): boolean =>
  channel === 'sms' && (group === 'code' || group === 'security')

/** States of a message on its way through a channel. */
export const deliveryStates = ['queued', 'sent', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One message through one channel to one recipient. */
export const deliveryLifecycle = lifecycle({
  states: {
    queued: ['等待发送', 'Waiting', { send: 'sent', fail: 'failed' }],
    sent: ['已发出', 'Sent', { deliver: 'delivered', fail: 'failed' }],
    delivered: ['已送达', 'Delivered', { resend: 'queued' }],
    failed: ['未送达', 'Failed', { resend: 'queued' }],
  },
  events: {
    send: ['发出', 'send'],
    deliver: ['送达', 'deliver'],
    fail: ['判为未送达', 'mark as failed'],
    resend: ['重新发送', 'send again'],
  },
})

/** Places of a template's text in their order: `${code}`, `{1}` or `{{thing1.DATA}}`, as its carrier writes them. */
export function placesOf(text: string): string[] {
  const found = [...text.matchAll(/\{\{(\w+)\.DATA\}\}|\$?\{(\w+)\}/g)].map(
    (match) => (match[1] ?? match[2])!,
  )
  return [...new Set(found)]
}

/** The longest value of a place: SMS carriers take 35 characters, WeChat by the sort of the place. */
function lengthOf(channel: MessageChannel, place: string): number {
  if (channel !== 'wechat') return 35
  const lengths: Readonly<Record<string, number>> = { thing: 20, phrase: 5, name: 10, const: 20 }
  return lengths[place.replace(/\d+$/, '')] ?? 32
}

/** A value as its place takes it: on one line, and cut where it is too long. */
export function fitted(channel: MessageChannel, place: string, value: string | number): string {
  const letters = [...String(value).replace(/\s+/g, ' ').trim()]
  const most = lengthOf(channel, place)
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('')
}

/** Seconds after a message was sent at which its carrier is asked what became of it. */
export const receiptDelays = [60, 300, 1800, 14_400, 86_400] as const

/** Tries of a delivery, later each time: ten minutes in all. */
export const deliveryTries = 7

/**
 * Seconds for which a carrier of texts that gave no answer is asked whether it has one before it is sent again: it may
 * list what it took a minute late.
 */
export const silenceSeconds = 120

/** Days that a read message stays in the inbox, and any at all; and that the log of deliveries is kept. */
export const retention = { read: 365, unread: 730, log: 365 } as const

/** Limits of a project unless it has set others: SMS a day, and a day to one number. */
export const defaultBudget = { daily: 2000, toNumber: 10 } as const

/** The share of a day's texts that may be used up by anything but codes: the rest is left for codes. */
export const noticeShare = 0.8

/** A mail address by which its owner knows it again: w***@example.cn. */
export function maskMail(address: string): string {
  const [name = '', host = ''] = address.split('@')
  return `${name.slice(0, 1)}***@${host}`
}
