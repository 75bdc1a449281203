import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { certifyCalls } from '../contract.ts'
import { certifyingSkill, certifyingYear } from './batches.ts'

export const certifyHandlers = handlers(certifyCalls, {
  issueSkill: answerBatch(certifyingSkill),
  issueYear: answerBatch(certifyingYear),
})
