/** A cart as a picture that says what a press does. */
export function CartIcon({ label }: { label: string }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      <path d="M3 5h3l2 10h10l2-7H7M9 20h.01M17 20h.01" />
    </svg>
  )
}
