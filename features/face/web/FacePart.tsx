import { Suspense, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { notify } from '../../../web/notice.ts'
import { faceCalls, type MyFace } from '../contract.ts'
import { consentVersion } from '../rules.ts'
import './Face.css'
import { FaceNotice } from './FaceNotice.tsx'
import { useFaceWords } from './words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const FaceDialog = lazyPart(() => import('./FaceDialog.tsx'))

const tags = { confirmed: 'good', waiting: 'warn', unconfirmed: 'plain' } as const

/** One's own face check, beside the photo: its status, the consent before it, and the way without it. */
export function FacePart() {
  const say = useFaceWords()
  const query = useCall(faceCalls.getState, {})
  const [isOpen, setOpen] = useState(false)
  const ask = useAction(faceCalls.requestReview, {
    onDone() {
      setOpen(false)
      notify('success', say('personAsked'))
    },
  })
  const requestReview = () => ask.mutate({})
  // Whose name is not known yet has nothing that a face could confirm.
  if (query.data?.hasProfile === false) return null
  return (
    <section className="k-card roomy k-stack" aria-labelledby="face-title">
      <div className="face-row k-cluster k-gap-3">
        <h2 id="face-title">{say('faceCheck')}</h2>
        {query.data && <span className={`k-tag ${tags[query.data.state]}`}>{say(query.data.state)}</span>}
      </div>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {(face) => (
          <>
            <p className="k-muted">{say('lead')}</p>
            <FaceStatus face={face} />
            {face.state === 'unconfirmed' && face.hasPortrait && (
              <Ways
                face={face}
                isAsking={ask.isPending}
                onBegin={() => setOpen(true)}
                onRequestReview={requestReview}
              />
            )}
            {face.consentAt && <Consented at={face.consentAt} />}
          </>
        )}
      </Loaded>
      {isOpen && (
        <Suspense>
          <FaceDialog
            isAsking={ask.isPending}
            onRequestReview={requestReview}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

function FaceStatus({ face }: { face: MyFace }) {
  const say = useFaceWords()
  const time = face.since ? dateTime(face.since) : ''
  if (face.state === 'confirmed')
    return <p>{say(face.byPerson ? 'confirmedByPerson' : 'confirmedAt', { time })}</p>
  if (face.state === 'waiting') return <p>{say('waitingSince', { time })}</p>
  if (!face.hasPortrait) return <p>{say('portraitFirst')}</p>
  if (face.declined) return <p className="k-warn">{say('declined', { time })}</p>
  if (!face.available) return <p>{say('unavailable')}</p>
  return face.triesLeft === 0 ? <p className="k-warn">{say('used')}</p> : null
}

/** The camera, with the consent before it, and a person: whichever somebody likes. */
function Ways({
  face,
  isAsking,
  onBegin,
  onRequestReview,
}: {
  face: MyFace
  isAsking: boolean
  onBegin: () => void
  onRequestReview: () => void
}) {
  const say = useFaceWords()
  const consent = useAction(faceCalls.consent, { onDone: onBegin })
  const mayCompare = face.available && face.triesLeft > 0
  return (
    <>
      {mayCompare && !face.consentAt && <FaceNotice />}
      <div className="face-row k-cluster k-gap-3">
        {mayCompare && (
          <Button
            kind="main"
            busy={consent.isPending}
            onClick={() => (face.consentAt ? onBegin() : consent.mutate({ version: consentVersion }))}
          >
            {say(face.consentAt ? 'begin' : 'agree')}
          </Button>
        )}
        <Button kind={mayCompare ? 'plain' : 'main'} busy={isAsking} onClick={onRequestReview}>
          {say('person')}
        </Button>
      </div>
    </>
  )
}

/** The consent that was given, and the way back. */
function Consented({ at }: { at: string }) {
  const say = useFaceWords()
  const [isConfirming, setConfirming] = useState(false)
  const withdraw = useAction(faceCalls.withdraw, {
    onDone() {
      setConfirming(false)
      notify('success', say('withdrawn'))
    },
  })
  return (
    <div className="face-kept">
      <div className="face-row k-cluster k-gap-3 k-split">
        <span className="k-muted">{say('kept', { time: dateTime(at) })}</span>
        <Button kind="quiet" onClick={() => setConfirming(true)}>
          {say('withdraw')}
        </Button>
      </div>
      <Sheet open={isConfirming} onClose={() => setConfirming(false)} title={say('withdrawTitle')}>
        <div className="face-dialog k-stack k-gap-4">
          <p>{say('withdrawText')}</p>
          <div className="face-row k-cluster k-gap-3">
            <Button kind="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
              {say('withdraw')}
            </Button>
            <Button onClick={() => setConfirming(false)}>{say('cancel')}</Button>
          </div>
        </div>
      </Sheet>
    </div>
  )
}
