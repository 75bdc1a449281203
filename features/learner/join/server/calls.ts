import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { joinCalls } from '../contract.ts'
import { joining } from './batches.ts'

export const joinHandlers = handlers(joinCalls, { joinClass: answerBatch(joining) })
