import type { AppContext } from '../../../../server/appContext.ts'
import { CarrierRefused } from '../../../../server/channels/carrier.ts'
import { WechatFault, type WechatTemplateMessage } from '../../../../server/channels/wechat.ts'
import type { Db } from '../../../../server/db.ts'
import { listSealedApps } from './data.ts'
import { openApp } from './open.ts'

/** Errors that pass by themselves: WeChat is busy, or a limit of the minute. */
const passing = [-1, 45_009, 45_011]

async function asCarrier<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof WechatFault)) throw error
    const { code, message } = error
    throw new CarrierRefused(String(code ?? 'noAnswer'), message, code === null || passing.includes(code))
  }
}

/** The official account of a project as a carrier of messages; null where there is none in use. */
export async function openOfficialAccount(app: AppContext, db: Db, projectId: string) {
  const apps = await listSealedApps(db, projectId)
  const found = apps.find(({ kind, status }) => kind === 'official' && status === 'active')
  const channel = found && openApp(app, found)
  if (!channel) return null
  return {
    send: ({ outId, ...message }: Omit<WechatTemplateMessage, 'clientId'> & { outId: string }) =>
      asCarrier(() => channel.sendTemplate({ ...message, clientId: outId })),
    async findTemplate(id: string) {
      const text = (await asCarrier(() => channel.listTemplates())).get(id)
      return text === undefined ? null : { text, isApproved: true }
    },
  }
}
