/**
 * What the server sends and expects, as types.
 *
 * @typedef {{text: string, path: string[]}} Move A legal move, and what is clicked for it.
 *
 * @typedef {object} Scene One position as this viewer may see it.
 * @property {number} ply
 * @property {number} player Whose turn; -1 chance, -2 nobody.
 * @property {string} headline
 * @property {string} svg
 * @property {Move[]} moves
 * @property {string | null} text
 * @property {number[]} scores
 * @property {string} board
 *
 * @typedef {object} Played One made move; player -1 is chance.
 * @property {number} ply
 * @property {number} player
 * @property {string} text
 * @property {string} [lost]
 * @property {string} [say]
 *
 * @typedef {object} Player
 * @property {number} index
 * @property {string} name
 * @property {number} side
 * @property {"person" | "link" | "agent"} role
 * @property {string} label
 * @property {string | null} [spec]
 * @property {boolean} here
 *
 * @typedef {object} Result
 * @property {string} ended
 * @property {number[]} outcome
 * @property {number[]} scores
 * @property {string} text
 * @property {number | null} [by]
 * @property {string} [note]
 *
 * @typedef {object} Field A field of a form: an option of a game, or a field of an agent.
 * @property {string} name
 * @property {"int" | "float" | "bool" | "choice"} type
 * @property {string} label
 * @property {string} doc
 * @property {any} default
 * @property {any} [value]
 * @property {number | null} [low]
 * @property {number | null} [high]
 * @property {any[]} [choices]
 * @property {boolean} [optional]
 *
 * @typedef {{name: string, about: string, fields: Field[]}} AgentForm
 * @typedef {{name: string, title: string, summary: string, players: string, picture: string}} Card
 *
 * @typedef {object} GameForm Everything about a game that forms need.
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} help
 * @property {Field[]} options
 * @property {{player: number, side: number, label: string}[]} seats
 * @property {number} sides
 * @property {boolean} secrets
 * @property {{name: string, spec: string}[]} levels
 * @property {AgentForm[]} agents
 * @property {string[]} more
 * @property {string} analyst
 *
 * @typedef {object} Verdict What is known of one move.
 * @property {string} move
 * @property {string[]} path
 * @property {number | null} value Chance to win for the mover, 0 to 1.
 * @property {number | null} visits
 * @property {boolean} exact
 * @property {number | null} prior
 *
 * @typedef {object} Analysis
 * @property {number} ply
 * @property {number} player
 * @property {string} agent
 * @property {number[] | null} value Chance to win of each side.
 * @property {Verdict[]} moves
 * @property {string[]} pv
 * @property {number | null} nodes
 * @property {number | null} depth
 * @property {boolean} exact
 * @property {number} seconds
 * @property {boolean} done
 *
 * @typedef {{type: string, id?: number, error?: string, [key: string]: any}} Message
 *
 * @typedef {object} Address What a page is shown with.
 * @property {string[]} parts The variable parts of the address.
 * @property {URLSearchParams} query
 * @property {string} hash Without the "#".
 *
 * @typedef {() => void} Cleanup What to do before another page is shown.
 * @typedef {{show: (main: HTMLElement, parameters: Address) => Cleanup | void | Promise<Cleanup | void>}} Page
 */
