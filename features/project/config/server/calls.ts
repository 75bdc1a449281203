import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { infoOf } from '../../rules.ts'
import { getSettings } from '../../server/actions.ts'
import { findConfig } from '../../server/data.ts'
import { configCalls } from '../contract.ts'
import { invoiceOf, pushOf, remarkOf } from '../rules.ts'
import { saveConfig } from './actions.ts'
import { findOrderNames } from './data.ts'

export const configHandlers = handlers(configCalls, {
  async findPushConfig({ db, session }) {
    const saved = await findConfig(db, session.projectId, 'push')
    return { ...saved, content: pushOf(saved.content) }
  },
  savePushConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, 'push', input)),
  async findInfoConfig({ db, session }) {
    const saved = await findConfig(db, session.projectId, 'info')
    return { ...saved, content: infoOf(saved.content) }
  },
  saveInfoConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, 'info', input)),
  async findInvoiceConfig({ db, session }) {
    const saved = await findConfig(db, session.projectId, 'invoice')
    return { ...saved, content: invoiceOf(saved.content) }
  },
  saveInvoiceConfig: ({ db, session, input }) => db.begin((tx) => saveConfig(tx, session, 'invoice', input)),
  async invoiceConfigValue({ db, session }) {
    const { open, kinds, withinDays } = invoiceOf(
      (await findConfig(db, session.projectId, 'invoice')).content,
    )
    return { open, kinds, withinDays }
  },
  async getInvoiceRemark({ db, session, input }) {
    const { remark } = invoiceOf((await findConfig(db, session.projectId, 'invoice')).content)
    const order = input.orderId
      ? ((await findOrderNames(db, session.scope, input.orderId)) ?? refuse(commonRefusals.notFound))
      : { orderNo: '', name: '' }
    const { title } = await getSettings(db, session.projectId)
    return { remark: remarkOf(remark, { ...order, title }) }
  },
})
