import { useCall } from '../../../web/client.ts'
import { Coming, isComing } from '../../../web/kit/Loaded.tsx'
import { hoursCalls } from '../../hours/contract.ts'
import './My.css'
import { LearnerOnly } from '../../session/web/LearnerOnly.tsx'
import { ContinueCard, useIsContinueComing } from './Waiting.tsx'
import { MyClasses } from './MyClasses.tsx'
import { useMyWords } from './words.ts'

/** The learner's classes to study: what was studied last first. */
export default function ClassCenterPage() {
  const say = useMyWords()
  return (
    <div className="mine k-stack k-gap-5">
      <header>
        <h1>{say('centre')}</h1>
        <p className="k-muted">{say('centreLead')}</p>
      </header>
      <LearnerOnly>
        <Centre />
      </LearnerOnly>
    </div>
  )
}

function Centre() {
  const hoursQuery = useCall(hoursCalls.getMyClassHour, {})
  const isContinueComing = useIsContinueComing()
  if (isComing(hoursQuery) || isContinueComing) return <Coming />
  return (
    <>
      <ContinueCard />
      <MyClasses years={hoursQuery.data?.years ?? []} />
    </>
  )
}
