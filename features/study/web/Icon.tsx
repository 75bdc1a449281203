export const icons = {
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  full: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  sound: 'M4 9v6h4l5 4V5L8 9zM15 8.5v7a4 4 0 0 0 0-7z',
  silent: 'M4 9v6h4l5 4V5L8 9zM15.5 9l5 6-1.4 1.2-5-6zM20.5 9l-5 6 1.4 1.2 5-6z',
}

/** A decorative icon of the player; its button has the accessible name. */
export function Icon({ path, size = 22 }: { path: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
