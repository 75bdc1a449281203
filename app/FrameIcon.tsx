import { frameShapes } from './frameShapes.ts'

/** The five pictures of the bottom tabs. */
export function FrameIcon({ name }: { name: keyof typeof frameShapes }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={frameShapes[name]} />
    </svg>
  )
}
