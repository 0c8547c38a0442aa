/** X11 keycodes by `KeyboardEvent.code`. A key that is missing here cannot be pressed. */
const rows: [first: number, codes: string][] = [
  [9, 'Escape Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal Backspace'],
  [23, 'Tab KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Enter'],
  [37, 'ControlLeft KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote'],
  [50, 'ShiftLeft Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight'],
  [63, 'NumpadMultiply AltLeft Space CapsLock F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NumLock ScrollLock'],
  [79, 'Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd'],
  [87, 'Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal'],
  [94, 'IntlBackslash F11 F12'],
  [104, 'NumpadEnter ControlRight NumpadDivide'],
  [108, 'AltRight'],
  [110, 'Home ArrowUp PageUp ArrowLeft ArrowRight End ArrowDown PageDown Insert Delete'],
  [133, 'MetaLeft MetaRight ContextMenu'],
]

export const keycodes: ReadonlyMap<string, number> = new Map(
  rows.flatMap(([first, codes]) => codes.split(' ').map((code, i) => [code, first + i] as const)),
)

const known: ReadonlySet<number> = new Set(keycodes.values())
export const isKeycode = (keycode: number): boolean => known.has(keycode)
