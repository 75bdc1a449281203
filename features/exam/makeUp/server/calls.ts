import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { makeUpCalls } from '../contract.ts'
import { grantingMakeUps } from './batches.ts'

export const makeUpHandlers = handlers(makeUpCalls, { grantMakeUp: answerBatch(grantingMakeUps) })
