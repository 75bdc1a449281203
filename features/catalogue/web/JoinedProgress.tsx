import { endDate } from '../../../web/format.ts'
import { Ring } from '../../../web/kit/Ring.tsx'
import { classTypeColor } from '../../classType/web/classType.ts'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import type { ClassProcess } from '../../study/contract.ts'
import type { CatalogueClass } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'

/** Progress of a learner in a class, and what is still missing; the place is there before the words. */
export function JoinedProgress({
  joined,
  classType,
  process,
}: {
  joined: NonNullable<CatalogueClass['joined']>
  classType: string
  process: ClassProcess | undefined
}) {
  const say = useDetailWords()
  const requirements = useRequirements()
  const percent = Math.floor(joined.progress / 100)
  const isPassed = joined.status === 'passed'
  const missing =
    process &&
    !isPassed &&
    requirements.missing({
      ...process,
      examRequired: process.exam !== null,
      examPassed: process.exam?.passed ?? false,
    })
  return (
    <div className="detail-progress k-row k-gap-4">
      <Ring
        size={72}
        width={8}
        label={say('percentCompleted', { percent })}
        parts={[
          { value: joined.progress / 10_000, color: isPassed ? 'var(--good)' : classTypeColor(classType) },
        ]}
      >
        <b>{percent}%</b>
      </Ring>
      {process && (
        <div>
          <p>{requirements.met(process)}</p>
          {missing && <p className="k-soft">{missing}</p>}
          {!isPassed && process.expiresAt && (
            <p className="k-muted k-small">{say('studyUntil', { date: endDate(process.expiresAt) })}</p>
          )}
        </div>
      )}
    </div>
  )
}
