import { useNavigate, useSearchParams } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useToken } from '../../session/web/account.ts'
import { safeRedirect } from '../../session/web/redirect.ts'
import { SignInFirst } from '../../session/web/SignInFirst.tsx'
import { FacePart } from '../../face/web/FacePart.tsx'
import { completeCalls } from '../../student/complete/contract.ts'
import '../../student/complete/web/Complete.css'
import { InfoForm } from '../../student/complete/web/InfoForm.tsx'
import { Photo } from '../../student/complete/web/Photo.tsx'
import { useCompleteWords } from '../../student/complete/web/words.ts'

/**
 * /student/info: the required fields that the profile lacks, which can be left for later;
 * the photo on file, and the face that is compared with it.
 */
export default function StudentInfoPage() {
  const say = useCompleteWords()
  if (useToken()) return <Info />
  return <SignInFirst title={say('signInTitle')} hint={say('signInHint')} />
}

function Info() {
  const say = useCompleteWords()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const lacking = useCall(completeCalls.isNeedComplete, {})
  const info = useCall(completeCalls.getMyInfo, {})
  const leave = () => void navigate(safeRedirect(query.get('redirect')) ?? '/my')
  return (
    <div className="complete k-grid k-gap-5">
      <header className="k-stack k-gap-2 k-full">
        <h1>{say('title')}</h1>
        <p className="k-muted">{say('lead')}</p>
      </header>
      <Loaded query={lacking} skeleton={<Skeleton lines={6} height={36} />}>
        {(missing) => (
          <Loaded query={info} skeleton={<Skeleton lines={6} height={36} />}>
            {(mine) => (
              <div className="k-stack k-gap-5">
                {missing.state === 2 ? (
                  <section className="k-card roomy k-stack k-gap-4">
                    <h2>{say('doneTitle')}</h2>
                    <p>{say('doneText')}</p>
                    {mine.isLearner && <Photo imagePath={mine.imagePath} />}
                    <div className="k-cluster k-gap-3">
                      <Button kind="main" onClick={leave}>
                        {say('goOn')}
                      </Button>
                    </div>
                  </section>
                ) : (
                  <InfoForm info={mine} lacking={missing} onComplete={leave} onLater={leave} />
                )}
                {mine.isLearner && <FacePart />}
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
      <aside className="k-card roomy k-stack k-gap-4 complete-waits">
        <h2>{say('waits')}</h2>
        <ul>
          <li>{say('waitsCertificate')}</li>
          <li>{say('waitsExam')}</li>
          <li>{say('waitsHours')}</li>
        </ul>
      </aside>
    </div>
  )
}
