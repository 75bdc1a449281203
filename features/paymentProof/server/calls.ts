import { refuse } from '../../../contract/refusal.ts'
import { MissingGlyph } from '../../../server/pdf.ts'
import { type FileReply, handlers } from '../../../server/serve.ts'
import { getOrder } from '../../order/server/actions.ts'
import { paymentProofCalls, paymentProofRefusals } from '../contract.ts'
import { whyNoProof } from '../rules.ts'
import { getProof } from './data.ts'
import { printProof } from './print.ts'

export const paymentProofHandlers = handlers(paymentProofCalls, {
  async download({ db, session, input, language }) {
    const order = await getOrder(db, session.scope, input.orderId)
    const why = whyNoProof(order)
    if (why) refuse(paymentProofRefusals[why])
    const proof = await getProof(db, order.id)
    try {
      const { name, pdf } = await printProof(order, proof, language)
      const file: FileReply = { name, type: 'application/pdf', body: pdf }
      return file as unknown as null
    } catch (error) {
      if (error instanceof MissingGlyph) refuse(paymentProofRefusals.cannotPrint, { letters: error.letters })
      throw error
    }
  },
})
