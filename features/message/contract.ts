import { type Static, Type } from 'typebox'
import {
  call,
  Id,
  Keyword,
  Moment,
  Named,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
  Text,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { messageGroups } from '../../contract/messageGroup.ts'
import { refusals } from '../../contract/refusal.ts'
import { deliveryStates, messageChannels } from './rules.ts'

export const messageRefusals = refusals({
  noChannel: {
    code: 422,
    zh: '这个渠道还没有开通，请先由运维人员配置',
    en: 'This channel is not configured yet; ask the operator to set it up first',
  },
  codesBySms: { code: 422, zh: '验证码只能通过短信发送', en: 'Codes can only be sent by SMS' },
  templateNeeded: { code: 422, zh: '请填写模板编号', en: 'Enter the template’s ID' },
  noTemplate: {
    code: 422,
    zh: '服务商没有编号为 {id} 的模板，请核对编号和账号',
    en: 'The provider has no template {id}; check the ID and the account',
  },
  notApproved: {
    code: 422,
    zh: '模板 {id} 还没有通过服务商审核',
    en: 'The provider has not approved template {id} yet',
  },
  emptyPlace: {
    code: 422,
    zh: '模板里的变量 {place} 没有对应的内容，请选择一项',
    en: 'Nothing fills the variable {place} of the template; choose a value',
  },
  wrongParam: {
    code: 422,
    zh: '这类消息没有“{param}”这项内容，不能用于变量 {place}',
    en: 'Messages of this kind have no value “{param}” for the variable {place}',
  },
  strangePlace: {
    code: 422,
    zh: '模板里没有变量 {place}，请重新读取模板',
    en: 'The template has no variable {place}; read it again',
  },
  signNeeded: {
    code: 422,
    zh: '请先在“发送限额与签名”里填写短信签名',
    en: 'First enter the SMS signature under “Limits and signature”',
  },
  carrierSilent: {
    code: 503,
    zh: '服务商没有回答，请稍后再试',
    en: 'The provider did not answer; try again shortly',
  },
  carrierRefused: {
    code: 422,
    zh: '服务商拒绝了请求（{reason}），请核对密钥和权限',
    en: 'The provider refused the request ({reason}); check the key and its permissions',
  },
  noRecipient: {
    code: 422,
    zh: '您的账号没有这个渠道的收件地址：请先在“账号与安全”补充手机号、邮箱或绑定微信',
    en: 'Your account has no address for this channel: first add a mobile number, an e-mail or WeChat under “Account and security”',
  },
  notSwitchedOn: {
    code: 422,
    zh: '请先启用并保存这类消息的这个渠道',
    en: 'First switch this channel on for this kind and save',
  },
  onceOnly: {
    code: 409,
    zh: '验证码不能重新发送，请让对方重新获取',
    en: 'A code cannot be sent again; ask the person to request a new one',
  },
  noCodeToday: {
    code: 503,
    zh: '今天的短信已达上限，暂不能发送验证码；请明天再试，或联系管理员',
    en: 'The daily SMS limit of this portal is reached, so no codes can be sent; try again tomorrow or contact an administrator',
  },
  mailShape: {
    code: 422,
    zh: '应为邮箱地址，如 wang@example.cn',
    en: 'must be an e-mail address, such as wang@example.cn',
  },
  mailUnavailable: {
    code: 503,
    zh: '邮件还没有开通，请联系管理员',
    en: 'E-mail is not available yet; contact an administrator',
  },
  mailTooSoon: {
    code: 429,
    zh: '确认邮件刚刚发出，请一分钟后再试',
    en: 'A confirmation was just sent; try again in a minute',
  },
  mailTooMany: {
    code: 429,
    zh: '今天发出的确认邮件已达上限，请明天再试',
    en: 'Too many confirmation e-mails were sent today; try again tomorrow',
  },
  wrongMailCode: {
    code: 422,
    zh: '确认码不对或已过期，请重新获取',
    en: 'The code is wrong or has expired; request a new one',
  },
})

const Bilingual = Type.Object({ zh: Type.String(), en: Type.String() })

/** A message as its reader sees it, in both languages. */
export const Message = Named('Message', {
  id: Id,
  kind: Type.String(),
  group: OneOf(messageGroups),
  title: Bilingual,
  text: Bilingual,
  /** The page it leads to. */
  way: Nullable(Type.String()),
  readAt: Nullable(Moment),
  createdAt: Moment,
})
export type Message = Static<typeof Message>

const menu = '/project-manage/message'
const Channel = OneOf(messageChannels)

/** Filling of one place of a template: a parameter of the kind. */
const Slot = Type.Object({ place: Text(40), param: Text(40) })

/** Settings by which a kind goes through a channel. */
export const MessageRoute = Type.Object({
  channel: Channel,
  isEnabled: Type.Boolean(),
  templateId: Nullable(Type.String()),
  /** The text the carrier approved, with its places. */
  template: Nullable(Type.String()),
  slots: Type.Array(Slot),
})
export type MessageRoute = Static<typeof MessageRoute>

/** A kind with its words and what it is sent by. */
const MessageKindRow = Type.Object({
  kind: Type.String(),
  group: OneOf(messageGroups),
  /** With the names of its parameters in their places. */
  title: Bilingual,
  text: Bilingual,
  /** Parameters that a template may show. */
  params: Type.Array(Type.Object({ param: Type.String(), name: Bilingual })),
  routes: Type.Array(MessageRoute),
})

export type MessageKindRow = Static<typeof MessageKindRow>

const Config = {
  smsSign: Type.String({ maxLength: 20 }),
  dailySms: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  dailyToNumber: Type.Integer({ minimum: 1, maximum: 100 }),
}

/** A message on its way through a channel, without a number in clear. */
export const Delivery = Type.Object({
  id: Id,
  kind: Type.String(),
  title: Bilingual,
  channel: Channel,
  recipient: Type.String(),
  status: OneOf(deliveryStates),
  carrierCode: Nullable(Type.String()),
  tries: Type.Integer(),
  /** True if it may be sent again. */
  isRepeatable: Type.Boolean(),
  sentAt: Nullable(Moment),
  settledAt: Nullable(Moment),
  createdAt: Moment,
})
export type Delivery = Static<typeof Delivery>

/** Channels by which a person receives messages, and their addresses. */
const MessagePreferences = Type.Object({
  /** Channels by which notices may come; security messages always do. */
  channels: Type.Array(
    Type.Object({ channel: Channel, isOn: Type.Boolean(), recipient: Nullable(Type.String()) }),
  ),
  mail: Type.Object({
    isOffered: Type.Boolean(),
    /** The confirmed address, and one that waits for its code. */
    address: Nullable(Type.String()),
    waiting: Nullable(Type.String()),
  }),
})

const ofOne = { allow: 'signed-in' } as const

export const messageCalls = {
  findMine: call('/base/message/find-mine.action', {
    ...ofOne,
    viewable: true,
    input: Type.Object({
      isUnread: Type.Optional(Type.Boolean()),
      /** Continue after this row. */
      after: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    output: Type.Object({ list: Type.Array(Message), more: Type.Boolean() }),
    summary: 'One’s own messages, newest first; continued by the last row’s id',
  }),
  countUnread: call('/base/message/count-unread.action', {
    ...ofOne,
    viewable: true,
    input: Type.Object({}),
    output: Type.Object({ count: Type.Integer() }),
    summary: 'How many of one’s own messages are unread, counted up to 100',
  }),
  read: call('/base/message/read.action', {
    ...ofOne,
    input: Type.Object({
      id: Type.Optional(Id),
      /** All up to this one, the newest that was shown: what came later stays unread. */
      upTo: Type.Optional(Id),
    }),
    output: Nothing,
    summary: 'Marks one of one’s own messages as read, or all up to one',
  }),
  getPreferences: call('/base/message/get-preferences.action', {
    ...ofOne,
    input: Type.Object({}),
    output: MessagePreferences,
    summary: 'By which channels one’s own messages come',
  }),
  savePreferences: call('/base/message/save-preferences.action', {
    ...ofOne,
    input: Type.Object({ channel: Channel, isOn: Type.Boolean() }),
    output: Nothing,
    summary: 'Switches a channel on or off for notices to oneself; the inbox and security messages stay',
  }),
  saveMail: call('/base/message/save-mail.action', {
    ...ofOne,
    perMinute: 10,
    input: Type.Object({ address: Normalized('email', 100) }),
    output: Nothing,
    summary:
      'Sends a code to an e-mail address that one’s own messages are to come to; empty removes the address',
  }),
  confirmMail: call('/base/message/confirm-mail.action', {
    ...ofOne,
    perMinute: 10,
    input: Type.Object({ code: Normalized('digits', 10, 1) }),
    output: Nothing,
    summary: 'Confirms one’s own e-mail address by the code that was sent to it',
  }),
  listKinds: call('/base/message/list-kinds.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({}),
    output: Type.Object({
      kinds: Type.Array(MessageKindRow),
      /** Channels that are configured, and the carrier of text messages. */
      channels: Type.Array(Channel),
      smsCarrier: Nullable(Type.String()),
      ...Config,
      /** SMS counted against the limit of today. */
      usedSms: Type.Integer(),
    }),
    summary: 'The kinds of messages with their words, and by which channels and templates each is sent',
  }),
  readTemplate: call('/base/message/read-template.action', {
    allow: menu,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({ channel: OneOf(['sms', 'wechat']), templateId: Text(64) }),
    output: Type.Object({ text: Type.String(), places: Type.Array(Type.String()) }),
    summary: 'A template as the carrier has it, with the places to fill',
  }),
  saveRoute: call('/base/message/save-route.action', {
    allow: `${menu}#set`,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({
      kind: Text(60),
      channel: Channel,
      isEnabled: Type.Boolean(),
      templateId: Type.Optional(Text(64)),
      slots: Type.Optional(Type.Array(Slot, { maxItems: 20 })),
    }),
    output: Nothing,
    summary: 'Sets how a kind goes through a channel; a template that does not fit the kind is refused',
  }),
  saveConfig: call('/base/message/save-config.action', {
    allow: `${menu}#set`,
    wholeProject: true,
    input: Type.Object(Config),
    output: Nothing,
    summary: 'Sets the SMS signature and how many texts may be sent a day, in all and to one number',
  }),
  sendTest: call('/base/message/send-test.action', {
    allow: `${menu}#set`,
    wholeProject: true,
    perMinute: 10,
    input: Type.Object({ kind: Text(60), channel: Channel }),
    output: Type.Object({ id: Id }),
    summary: 'Sends a kind with sample values through a channel to the caller’s own address',
  }),
  queryDeliveries: call('/base/message/query-deliveries.action', {
    allow: menu,
    wholeProject: true,
    input: Paging(
      {
        kind: Type.Optional(Text(60, 0)),
        channel: Type.Optional(Channel),
        status: Type.Optional(Type.Array(OneOf(deliveryStates), { minItems: 1, maxItems: 10 })),
        from: Type.Optional(Moment),
        to: Type.Optional(Moment),
        /** The whole number or address it was sent to. */
        recipient: Type.Optional(Keyword(100)),
      },
      { sort: ['createdAt'] },
    ),
    output: PageOf(Delivery),
    summary: 'What was sent through the channels and what became of it, newest first',
  }),
  resend: call('/base/message/resend.action', {
    allow: `${menu}#resend`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Sends a message again that was not delivered',
  }),
}

export const messageExports = {
  exportDeliveries: exportOf(messageCalls.queryDeliveries, '/base/message/export-deliveries.action', {
    title: { zh: '发送记录', en: 'Deliveries' },
  }),
}
