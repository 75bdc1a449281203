import { useCall } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { faceCalls } from '../contract.ts'
import { useFaceWords } from './words.ts'

/** Status of a learner's face check, since when and how, for staff: nothing of the face itself. */
export function FaceStatus({ accountId }: { accountId: string }) {
  const say = useFaceWords()
  const { data, error } = useCall(faceCalls.getFaceState, { accountId })
  if (!data) return <span>{error?.message}</span>
  const time = data.since ? date(data.since) : ''
  if (data.state === 'unconfirmed') return <span>{say('staffNot')}</span>
  if (data.state === 'waiting') return <span>{say('staffWaiting', { time })}</span>
  return <span>{say(data.byPerson ? 'staffByPerson' : 'staffConfirmed', { time })}</span>
}
