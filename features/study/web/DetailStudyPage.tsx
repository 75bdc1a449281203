import { StudyClass } from './StudyClass.tsx'

/** Studying a class inside another portal's page: the player and the contents alone. */
export default function DetailStudyPage() {
  return <StudyClass />
}
