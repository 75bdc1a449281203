import { useRef } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { freshId } from '../../../web/freshId.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { planCalls, type PlanCopy } from '../contract.ts'
import { useAudienceSentence } from './audience.ts'
import { useHoursSentence } from './hoursSentence.ts'
import { planPaths } from './paths.ts'
import { useTrainPlanWords } from './words.ts'

/** Shows a plan as its copy for the next year will be, and copies it. */
export default function CopyPlanDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useTrainPlanWords()
  const navigate = useViewNavigate()
  const requestKey = useRef(freshId())
  const query = useCall(planCalls.previewCopy, { id }, { staleTime: 0 })
  const copy = useAction(planCalls.copy, { quiet: true })
  const preview = query.data
  return (
    <FormDialog<object, { id: string }>
      name="plan-copy"
      title={preview ? say('copyTitle', { year: preview.year }) : say('copy')}
      submit={say('copy')}
      values={{}}
      query={query}
      onSave={() => copy.mutateAsync({ id, requestKey: requestKey.current })}
      onSaved={(made) => {
        notify('success', say('copied'))
        navigate(planPaths.detail(made.id))
      }}
      onClose={onClose}
    >
      {preview && <Preview preview={preview} />}
    </FormDialog>
  )
}

function Preview({ preview }: { preview: PlanCopy }) {
  const say = useTrainPlanWords()
  const sentence = useHoursSentence()
  const audience = useAudienceSentence()
  const there = preview.classes.filter(({ to }) => to !== null)
  const missing = preview.classes.filter(({ to }) => to === null)
  return (
    <div className="k-stack">
      <p>{say('copyHint')}</p>
      <dl className="k-facts">
        <dt>{say('name')}</dt>
        <dd>{preview.name}</dd>
        <dt>{say('hours')}</dt>
        <dd>{sentence(preview.hours)}</dd>
        {preview.dueOn && (
          <>
            <dt>{say('dueOn')}</dt>
            <dd>{preview.dueOn}</dd>
          </>
        )}
        <dt>{say('audience')}</dt>
        <dd>{audience(preview)}</dd>
        {preview.introduction && (
          <>
            <dt>{say('introduction')}</dt>
            {/* Cleaned by the server. */}
            <dd dangerouslySetInnerHTML={{ __html: preview.introduction }} />
          </>
        )}
        {preview.classes.length > 0 && (
          <>
            <dt>{say('carried')}</dt>
            <dd>{there.map(({ to }) => to!.name).join(say('comma')) || say('noneCarried')}</dd>
          </>
        )}
        {missing.length > 0 && (
          <>
            <dt>{say('notCarried', { year: preview.year })}</dt>
            <dd>{missing.map(({ name }) => name).join(say('comma'))}</dd>
          </>
        )}
      </dl>
      {preview.unfilled.length > 0 && (
        <p className="k-note">{say('stillUnfilled', { hours: sentence(preview.unfilled) })}</p>
      )}
    </div>
  )
}
