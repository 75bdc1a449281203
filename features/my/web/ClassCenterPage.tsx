import { useCall } from '../../../web/client.ts'
import { Coming } from '../../../web/kit/Loaded.tsx'
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
  const { data: passport, isLoading } = useCall(hoursCalls.getMyClassHour, {})
  const isContinueComing = useIsContinueComing()
  if (isLoading || isContinueComing) return <Coming />
  return (
    <>
      <ContinueCard />
      <MyClasses years={passport?.years ?? []} />
    </>
  )
}
