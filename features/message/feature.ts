import type { Feature } from '../../server/feature.ts'
import { kindsByCode } from './server/actions.ts'
import { messageHandlers } from './server/calls.ts'
import type { OpenOfficial } from './server/carriers.ts'
import { eraseMessages } from './server/erase.ts'
import { collectReceipts, deliverCodes, deliverMessages, sweepMessages, watchWork } from './server/jobs.ts'
import { alarmKinds } from './server/messages.ts'
import { deliveryExportList } from './server/exports.ts'

/** Inbox messages and their delivery by SMS, e-mail and WeChat. */
export const messageFeature = (all: readonly Feature[], openOfficial: OpenOfficial): Feature => ({
  group: 'platform',
  tables: {
    message_alarms: { shared: 'when staff was last alarmed about what the system found' },
    message_budgets: { shared: 'counts what was sent of a day' },
    message_configs: { of: 'project' },
    message_deliveries: { copy: 'Deliveries of messages', after: 'gone' },
    message_mails: { copy: 'Profile', after: 'gone' },
    message_refusals: { copy: 'Refused channels', after: 'gone' },
    message_routes: { of: 'project' },
    messages: { copy: 'Messages', after: 'gone' },
  },
  erase: eraseMessages,
  messages: alarmKinds,
  get handlers() {
    return [messageHandlers(kindsByCode(all), openOfficial)]
  },
  exports: deliveryExportList,
  get jobs() {
    const kinds = kindsByCode(all)
    return [
      deliverCodes(kinds, openOfficial),
      deliverMessages(kinds, openOfficial),
      collectReceipts,
      watchWork,
      sweepMessages,
    ]
  },
  audit: {
    actions: {
      'message.confirmMail': ['确认邮箱', 'Confirmed an e-mail address'],
      'message.removeMail': ['移除邮箱', 'Removed an e-mail address'],
      'message.resend': ['重新发送消息', 'Sent a message again'],
      'message.saveConfig': ['修改短信签名与限额', 'Changed the SMS signature and limits'],
      'message.saveMail': ['填写邮箱', 'Entered an e-mail address'],
      'message.saveRoute': ['修改消息发送方式', 'Changed how a message is sent'],
      'message.sendTest': ['发送测试消息', 'Sent a test message'],
      'message.switchChannel': ['开启或关闭消息渠道', 'Switched a message channel on or off'],
    },
    subjects: {
      messageDelivery: {
        words: ['消息发送', 'Message delivery'],
        name: (db, id) => db`select recipient_mask from message_deliveries where id = ${id}`,
      },
      messageKind: { words: ['消息类型', 'Kind of message'] },
    },
  },
})
