const drawings = {
  menu: 'M4 6h16M4 12h16M4 18h10',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  errors: 'M12 8v5M12 16.5v.5M10.3 3.9 2.4 18a2 2 0 0 0 1.7 3h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0z',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  restore: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  size: 'M3 19 8.5 5h1L15 19M5 14h8M15 19l3-8h.5l3 8M16 16h5',
  colour: 'M12 3s6.5 7 6.5 11.5a6.5 6.5 0 0 1-13 0C5.5 10 12 3 12 3z',
  dark: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  language:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 9h17M3.5 15h17M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18',
  bell: 'M6 16V10a6 6 0 1 1 12 0v6l2 2H4zM10 21h4',
  tasks: 'M10 6h11M10 12h11M10 18h11M3 6l1.5 1.5L7 5M3 12l1.5 1.5L7 11M3 18l1.5 1.5L7 17',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.5h8',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  down: 'm6 9 6 6 6-6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c.5-4.5 3.5-7 8-7s7.5 2.5 8 7',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  video: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  bag: 'M5 8h14l1 12H4zM9 8a3 3 0 0 1 6 0',
  organisation: 'M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18',
  team: 'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 20c.4-4 2.6-6 6-6s5.6 2 6 6M16 5.5a3 3 0 0 1 0 5.5M17.5 14.5c2 .8 3.2 2.6 3.5 5.5',
  gauge: 'M4 18a9 9 0 1 1 16 0zM12 15l4-5',
  project: 'M4 4h16v16H4zM8 8v8M12 8v4M16 8v6',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  headset: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v5H4zM17 14h3v5h-3zM20 19c0 2-3 2.5-6 2.5',
  check: 'M6 3h12v9M6 3v18h6M9 8h6M9 12h3M14 17l2.5 2.5L21 15',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
} as const

/** Name of a drawing. */
export type IconName = keyof typeof drawings

/** A line drawing of the back office’s frame; its button has the accessible name. */
export function ShellIcon({ name }: { name: IconName }) {
  return (
    <svg
      className="shell-icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
