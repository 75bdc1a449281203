import { useCall } from '../../../web/client.ts'
import { hoursCalls } from '../../hours/contract.ts'
import './Enrolment.css'
import { LearnerOnly } from './LearnerOnly.tsx'
import { ContinueCard } from './MyClassCard.tsx'
import { MyClasses } from './MyClasses.tsx'
import { useEnrolmentWords } from './words.ts'

/** The learner's classes to study: what was studied last first. */
export default function ClassCenterPage() {
  const say = useEnrolmentWords()
  return (
    <div className="mine">
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
  const { data: passport } = useCall(hoursCalls.getMyClassHour, {})
  return (
    <>
      <ContinueCard />
      <MyClasses years={passport?.years ?? []} />
    </>
  )
}
