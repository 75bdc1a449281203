import { SignUpDetail } from './SignUpDetail.tsx'

/** /cms-manage/apply-detail: one sign-up for a training with its applicants; without an id a new one is written. */
export default function TrainingSignUpPage() {
  return <SignUpDetail kind="training" />
}
