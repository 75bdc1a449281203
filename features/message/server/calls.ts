import { describeKind, type MessageKind, type MessageValues } from '../../../contract/message.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { messageCalls, messageRefusals } from '../contract.ts'
import { maskMail, messageChannels } from '../rules.ts'
import { countUsed } from './budget.ts'
import type { OpenOfficial } from './carriers.ts'
import {
  countUnread,
  getConfig,
  getOwnChannels,
  type Kinds,
  listMine,
  listRoutes,
  pageDeliveries,
} from './data.ts'
import { readMessages, switchChannel } from './inbox.ts'
import { checkMailCode, confirmMail, removeMail, saveMail } from './mail.ts'
import { resend } from './resend.ts'
import { checkRoute, openChannels, readTemplate, saveConfig, saveRoute, shownParams } from './route.ts'
import { sampleOf, sendTest } from './trial.ts'

/** Answers the calls for the kinds there are. */
export const messageHandlers = (kinds: Kinds, openOfficial: OpenOfficial) => {
  const kindOf = (code: string): MessageKind => kinds.get(code) ?? refuse(commonRefusals.notFound, {}, 'kind')
  return handlers(messageCalls, {
    findMine: ({ db, session, input }) => listMine(db, kinds, session.accountId, input),
    countUnread: async ({ db, session }) => ({ count: await countUnread(db, kinds, session.accountId) }),
    read: ({ db, session, input }) => db.begin((tx) => readMessages(tx, session.accountId, input)),

    async getPreferences(ctx) {
      const { db, session, channels } = ctx
      const own = await getOwnChannels(db, session.accountId)
      const open = await openChannels(ctx, openOfficial, session.projectId)
      const recipients = {
        sms: own.mobileMask,
        mail: own.mailMask,
        wechat: own.hasWechat ? '' : null,
      }
      return {
        channels: open.channels.map((channel) => ({
          channel,
          isOn: !own.off.includes(channel),
          recipient: recipients[channel],
        })),
        mail: { isOffered: channels.mail !== null, address: own.mailMask, waiting: own.waitingMask },
      }
    },
    savePreferences: ({ db, session, input }) =>
      db.begin((tx) => switchChannel(tx, session, input.channel, input.isOn)),
    async saveMail(ctx) {
      const { db, session, input } = ctx
      const address = input.address.trim()
      return address ? saveMail(ctx, session, address) : db.begin((tx) => removeMail(tx, session))
    },
    async confirmMail({ db, session, input }) {
      const codeHash = await checkMailCode(db, session, input.code)
      return db.begin((tx) => confirmMail(tx, session, codeHash))
    },

    async listKinds(ctx) {
      const { db, session } = ctx
      const { channels } = await openChannels(ctx, openOfficial, session.projectId)
      const routes = await listRoutes(db, session.scope)
      return {
        kinds: [...kinds.values()].map((kind) => ({
          kind: kind.code,
          group: kind.group,
          ...describeKind(kind),
          params: shownParams(kind),
          routes: routes
            .filter((route) => route.kind === kind.code)
            .map(({ kind: _, ...route }) => route)
            .toSorted((a, b) => messageChannels.indexOf(a.channel) - messageChannels.indexOf(b.channel)),
        })),
        channels,
        smsCarrier: ctx.channels.sms?.own ? 'local' : (ctx.channels.sms?.name ?? null),
        ...(await getConfig(db, session.projectId)),
        usedSms: await countUsed(db, session.projectId),
      }
    },
    readTemplate: (ctx) => readTemplate(ctx, openOfficial, ctx.session.projectId, ctx.input),
    async saveRoute(ctx) {
      const { db, session, input } = ctx
      const kind = kindOf(input.kind)
      const route = await checkRoute(ctx, openOfficial, session, { ...input, kind })
      return db.begin((tx) => saveRoute(tx, session, kind, route))
    },
    saveConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, input)),
    async sendTest(ctx) {
      const { db, session, input } = ctx
      const kind = kindOf(input.kind)
      const params = sampleOf(kind) as MessageValues
      const id = await db.begin((tx) => sendTest(tx, ctx, session, { kind, channel: input.channel, params }))
      return { id: id ?? refuse(messageRefusals.noRecipient, {}, 'channel') }
    },
    queryDeliveries({ db, session, input, secrets }) {
      const { recipient, ...filter } = input
      const typed = recipient?.trim()
      const found = typed ? { index: secrets.blindIndex('mobile', typed), mask: maskMail(typed) } : undefined
      return pageDeliveries(db, kinds, session.scope, { ...filter, ...(found ? { recipient: found } : {}) })
    },
    resend: ({ db, session, input }) => db.begin((tx) => resend(tx, session, input.id)),
  })
}
