/** The pictures of the bottom tabs, on 24 by 24. */
export const frameShapes = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  choose: 'M4 5h7v7H4zM13 5h7v7h-7zM4 14h7v6H4zM13 14h7v6h-7z',
  study: 'M12 3a9 9 0 1 0 9 9M10 8.5v7l6-3.5z',
  cart: 'M3 5h3l2 10h10l2-7H7M9 20h.01M17 20h.01',
  mine: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 4-6.5 8-6.5S19 16 20 21',
} as const
