import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { findConfig } from '../../../project/config/server/actions.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { invoiceConfigCalls } from '../contract.ts'
import { invoiceOf, remarkOf } from '../rules.ts'
import { getInvoiceConfig, saveInvoiceProvider, showProvider } from './actions.ts'
import { saveOrPropose } from './approvals.ts'
import { findOrderNames } from './data.ts'

const noOrder = { orderNo: '', name: '', className: '', headCount: '' }

export const invoiceConfigHandlers = handlers(invoiceConfigCalls, {
  async findInvoiceConfig({ db, environment, session }) {
    const saved = await findConfig(db, session.projectId, 'invoice')
    const provider = await showProvider(db, environment, session.projectId)
    return { ...saved, content: invoiceOf(saved.content), provider }
  },
  saveInvoiceConfig: ({ db, session, input }) => db.begin((tx) => saveOrPropose(tx, session, input)),
  saveInvoiceProvider: ({ db, secrets, environment, session, input }) =>
    db.begin((tx) => saveInvoiceProvider(tx, { secrets, environment }, session, input)),
  async invoiceConfigValue({ db, session }) {
    const { open, kinds, withinDays } = await getInvoiceConfig(db, session.projectId)
    return { open, kinds, withinDays }
  },
  async getInvoiceRemark({ db, session, input }) {
    const { remark } = await getInvoiceConfig(db, session.projectId)
    const order = input.orderId
      ? ((await findOrderNames(db, session.scope, input.orderId)) ?? refuse(commonRefusals.notFound))
      : noOrder
    const { title } = await getSettings(db, session.projectId)
    return { remark: remarkOf(remark, { ...order, title }) }
  },
})
