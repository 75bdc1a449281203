import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { memberCalls } from '../contract.ts'
import { settlingMembers } from './batches.ts'

export const memberHandlers = handlers(memberCalls, { settleMembers: answerBatch(settlingMembers) })
