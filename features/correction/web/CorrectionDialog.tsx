import { useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { confirm } from '../../../web/shell/view/confirm.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { useIsShown } from '../../../web/useIsShown.ts'
import { useBilingual } from '../../../web/words.ts'
import { ProposalStaff, ProposalState } from '../../approval/web/ProposalParts.tsx'
import type { ReasonStep } from '../../approval/web/ReasonDialog.tsx'
import { useCertificatePdf } from '../../certificate/web/certificatePdf.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { nextOf, type WorkAction, WorkDialog } from '../../workQueue/web/WorkDialog.tsx'
import { type Correction, correctionCalls, type CorrectionEffects } from '../contract.ts'
import { waitsFor } from '../../approval/rules.ts'
import { decisionOf } from '../rules.ts'
import { Sides } from './Sides.tsx'
import { useCorrectionSteps } from './useCorrectionSteps.ts'
import { useCorrectionWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const ReasonDialog = dialogPart(() => import('../../approval/web/ReasonDialog.tsx'))

/** Asks why a correction is rejected or undone. */
export function CorrectionReason({
  asking,
  onDone,
  onClose,
}: {
  asking: { step: ReasonStep; row: Correction } | null
  onDone?: () => void
  onClose: () => void
}) {
  const say = useCorrectionWords()
  if (!asking) return null
  const { step, row } = asking
  const isUndo = step === 'undo'
  return (
    <ReasonDialog
      step={step}
      id={row.id}
      calls={correctionCalls}
      title={`${say(isUndo ? 'undoTitle' : 'rejectTitle')} · ${row.realName}`}
      undoHint={say('whyUndo')}
      onDone={onDone}
      onClose={onClose}
    >
      <Sides row={row} isUndone={isUndo} />
    </ReasonDialog>
  )
}

/**
 * A correction with all there is to know before it is decided: what was and what shall be, why, the proof, who proposed
 * it, and what follows. After a decision the next one that waits comes by itself.
 */
export function CorrectionDialog({
  id,
  waiting,
  onGo,
}: {
  id: string
  /** Corrections of the list that wait for the reader, in its order. */
  waiting: readonly string[]
  /** Opens another one; null closes. */
  onGo: (id: string | null) => void
}) {
  const say = useCorrectionWords()
  const query = useCall(correctionCalls.findPageList, { id, page: 1, limit: 1 }, { staleTime: 0 })
  const row = query.data?.list[0]
  const stepsOf = useCorrectionSteps()
  const [asking, setAsking] = useState<ReasonStep | null>(null)
  const isShown = useIsShown()
  const goOn = () => isShown() && onGo(nextOf(waiting, id) === id ? null : nextOf(waiting, id))
  const onDone = (what: 'approve' | 'approveOnly' | 'apply' | 'withdraw') => () => {
    notify('success', say('done', { what: say(what) }))
    goOn()
  }
  const approve = useAction(correctionCalls.approve)
  const apply = useAction(correctionCalls.apply)
  const withdraw = useAction(correctionCalls.withdraw)
  const steps = row ? stepsOf(row) : []
  const waits = steps.includes('approve') || steps.includes('apply')
  const mayTry = useMay(correctionCalls.preview)
  const preview = useCall(correctionCalls.preview, { id }, { staleTime: 0, enabled: waits && mayTry })
  // Nobody decides before what follows is there to be read.
  const disabled = mayTry && !preview.data

  async function askWithdraw() {
    const question = { title: say('withdrawConfirm'), text: say('withdrawText') }
    const isSure = await confirm({ ...question, yes: say('withdraw'), no: say('cancel') })
    if (isSure) withdraw.mutate({ id, onDone: onDone('withdraw') })
  }

  const actions = steps.flatMap((step): WorkAction[] => {
    switch (step) {
      case 'approve':
        return [
          {
            key: step,
            kind: 'main',
            shortcut: 'A',
            busy: approve.isPending,
            disabled,
            label: say(decisionOf(row!)),
            onClick: () => approve.mutate({ id, onDone: onDone(decisionOf(row!)) }),
          },
          ...(decisionOf(row!) === 'apply'
            ? []
            : [
                {
                  disabled,
                  key: 'approveOnly',
                  label: say('approveOnly'),
                  busy: approve.isPending,
                  onClick: () => approve.mutate({ id, apply: false, onDone: onDone('approveOnly') }),
                },
              ]),
        ]
      case 'apply':
        return [
          {
            key: step,
            kind: 'main',
            shortcut: 'A',
            label: say('apply'),
            busy: apply.isPending,
            disabled,
            onClick: () => apply.mutate({ id, onDone: onDone('apply') }),
          },
        ]
      case 'withdraw':
        return [{ key: step, label: say(step), busy: withdraw.isPending, onClick: () => void askWithdraw() }]
      case 'reject':
        return [
          {
            key: step,
            kind: 'danger',
            shortcut: 'R',
            label: say(step),
            onClick: () => setAsking(step),
          },
        ]
      case 'undo':
        return [{ key: step, kind: 'danger', label: say(step), onClick: () => setAsking(step) }]
    }
  })

  return (
    <>
      <WorkDialog
        code="correction.settle"
        id={id}
        waits={waits}
        title={say('opened', { name: row?.realName ?? '' })}
        ids={waiting}
        actions={actions}
        isAsking={asking !== null}
        onGo={onGo}
        onClose={() => onGo(null)}
      >
        <Loaded query={query} skeleton={<Skeleton lines={6} />}>
          {({ list: [found] }) =>
            found ? <Facts row={found} mine={waits} canUndo={steps.includes('undo')} /> : say('gone')
          }
        </Loaded>
      </WorkDialog>
      <CorrectionReason
        asking={asking && row ? { step: asking, row } : null}
        // What was undone was nobody's work: it stays in sight.
        onDone={() => asking !== 'undo' && goOn()}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

function Facts({ row, mine, canUndo }: { row: Correction; mine: boolean; canUndo: boolean }) {
  const say = useCorrectionWords()
  const maySee = useMay('/student-manage/student')
  const mayTry = useMay(correctionCalls.preview)
  const isOpen = row.status === 'proposed' || row.status === 'approved'
  return (
    <dl className="work-facts k-facts">
      <dt>{say('learner')}</dt>
      <dd>
        {maySee ? (
          <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>{row.realName}</Link>
        ) : (
          row.realName
        )}{' '}
        {row.unitName}
      </dd>
      <dt>{say('status')}</dt>
      <dd>
        <ProposalState row={row} waiting={waitsFor(row)} mine={mine} canUndo={canUndo} />
      </dd>
      <dt>{say(row.kind)}</dt>
      <dd>
        <Sides row={row} />
      </dd>
      <dt>{say('reason')}</dt>
      <dd>{row.reason}</dd>
      <dt>{say('proof')}</dt>
      <dd>
        {row.proofPath ? (
          <a href={row.proofPath} target="_blank" rel="noreferrer">
            <img className="work-proof k-box" src={row.proofPath} alt={say('proofAlt')} />
          </a>
        ) : (
          say('proofNone')
        )}
      </dd>
      <dt>{say('handledBy')}</dt>
      <dd>
        <ProposalStaff row={row} second={row.second} />
      </dd>
      {isOpen && mayTry && <Preview id={row.id} />}
      {row.effects && (
        <>
          <dt>{say(row.status === 'undone' ? 'undoneEffects' : 'effects')}</dt>
          <dd>
            <Effects effects={row.effects} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** Effects of applying, as the server tries it out at this moment. */
function Preview({ id }: { id: string }) {
  const say = useCorrectionWords()
  const pick = useBilingual()
  const query = useCall(correctionCalls.preview, { id }, { staleTime: 0 })
  return (
    <>
      <dt>{say('willFollow')}</dt>
      <dd>
        <Loaded query={query} skeleton={<Skeleton lines={2} />}>
          {({ effects, refusal }) =>
            refusal ? <strong>{pick(refusal.zh, refusal.en)}</strong> : <Effects effects={effects!} />
          }
        </Loaded>
        {say('undoHint')}
      </dd>
    </>
  )
}

function Effects({ effects: { certificates, hours: changes } }: { effects: CorrectionEffects }) {
  const say = useCorrectionWords()
  const typeName = useClassTypeName()
  const openPdf = useCertificatePdf()
  const heads = (['reissued', 'issued', 'revoked'] as const).flatMap((event) => {
    const some = certificates.filter((one) => one.event === event)
    return some.length > 0 ? [{ event, some, isDone: some.some(({ current }) => current) }] : []
  })
  if (certificates.length === 0 && changes.length === 0) return <p>{say('noEffects')}</p>
  return (
    <>
      {heads.map(({ event, some, isDone }) => (
        <div key={event}>
          {say(isDone ? `${event}Done` : event, { count: some.length })}
          <ul>
            {some.map(({ number, current, className, year, printCount }) => (
              <li key={`${number} ${current?.id}`}>
                {say('certificateOf', { className, year })}
                {number && ` · ${number}`}
                {current && ` → ${current.number}`}
                {printCount > 0 && ` · ${say('printedOld', { count: printCount })}`}
                {current && openPdf && (
                  <>
                    {' '}
                    <Button kind="quiet" onClick={() => openPdf(current.id)}>
                      {say('openPdf', { number: current.number })}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ year, classType, attribute, before, after }) => (
            <li key={`${year} ${classType} ${attribute}`}>
              {say('hoursChange', {
                line: `${year} · ${typeName(classType)} · ${say(attribute)}`,
                before: hours(before),
                after: hours(after),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
