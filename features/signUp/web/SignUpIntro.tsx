import type { ReactNode } from 'react'
import { dateTime } from '../../../web/format.ts'
import type { SignUpForm } from '../contract.ts'
import { SignUpHead, SignUpTerms } from './OpenSignUps.tsx'
import { usePublicWords } from './publicWords.ts'

/** A sign-up before its form is filled in: terms, introduction, sessions and what will be asked. */
export function SignUpIntro({
  form,
  action,
  heading: Heading = 'h1',
}: {
  form: SignUpForm
  action: ReactNode
  /** Its title, where the page has another. */
  heading?: 'h1' | 'h2'
}) {
  const say = usePublicWords()
  const { title, introduction, subjects, fields } = form
  const Part = Heading === 'h1' ? 'h2' : 'h3'
  return (
    <section className="k-card roomy k-stack k-gap-4" aria-label={title}>
      <SignUpHead signUp={form} heading={<Heading className="k-break">{title}</Heading>} />
      <SignUpTerms signUp={form} />
      {introduction && (
        <>
          <Part className="k-hidden">{say('aboutIt')}</Part>
          {/* Cleaned by the server. */}
          <div className="k-stack k-break" dangerouslySetInnerHTML={{ __html: introduction }} />
        </>
      )}
      {subjects.length > 0 && (
        <>
          <Part>{say('subjects')}</Part>
          <dl className="k-facts">
            {subjects.map(({ id, name, sessions }) => (
              <Subject key={id} name={name} times={sessions.map(({ startsAt }) => dateTime(startsAt))} />
            ))}
          </dl>
        </>
      )}
      {fields.length > 0 && (
        <p className="k-soft k-small">
          {say('asked')}: {fields.map(({ label }) => label).join(say('comma'))}
        </p>
      )}
      {action}
    </section>
  )
}

function Subject({ name, times }: { name: string; times: readonly string[] }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {times.map((time) => (
          <div key={time}>{time}</div>
        ))}
      </dd>
    </>
  )
}
