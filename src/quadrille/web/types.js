/**
 * The messages of the server, as types.
 *
 * @typedef {{text: string, path: string[]}} Move A legal move, and what is clicked for it.
 *
 * @typedef {object} Scene One position as this viewer may see it.
 * @property {number} ply
 * @property {number} player Whose turn; -1 chance, -2 nobody.
 * @property {string} headline
 * @property {string} svg
 * @property {SideBox[]} boxes What the picture has beside the board, for narrow screens.
 * @property {Move[]} moves
 * @property {string[]} prompts What to do, in words, for each click of a move in turn; empty for others.
 * @property {string | null} text
 * @property {number[]} scores
 * @property {Gain[]} gains Points that the last moves brought.
 * @property {Motion[]} motions What the last moves put where it lies.
 * @property {string} board
 * @property {boolean} [asks] Whether there are notes on the parts of the picture.
 *
 * @typedef {{title: string, lines: string[]}} PartNote
 * @typedef {{ply: number, player: number, piece: string, dx: number, dy: number}} Motion Where a piece was, from where it is.
 *
 * @typedef {object} Gain Points, and the place in the picture that they come from.
 * @property {number} ply
 * @property {number} player
 * @property {string} text
 * @property {number} x
 * @property {number} y
 *
 * @typedef {{title: string, tiles: boolean, items: BoxItem[]}} SideBox
 * @typedef {{text?: string, note?: string, value?: string, icon?: string, spot?: string, marked?: boolean, faded?: boolean}} BoxItem
 *
 * @typedef {object} Played One made move; player -1 is chance.
 * @property {number} ply
 * @property {number} player
 * @property {string} text
 * @property {string} [words] The move in words.
 * @property {string} [lost]
 * @property {string} [say]
 *
 * @typedef {object} Player
 * @property {number} index
 * @property {string} name Different for each player.
 * @property {number} side
 * @property {string} team What the side is called, where several players share one.
 * @property {string} plays What the player is in the picture, such as a colour.
 * @property {string} colour Its colour there; perhaps empty.
 * @property {"person" | "link" | "agent"} role
 * @property {string} label The name without a number; empty for a person without one.
 * @property {string | null} [spec]
 * @property {boolean} here
 * @property {boolean} taken Whether somebody has the seat.
 * @property {boolean} present Whether that person has the game open.
 *
 * @typedef {{kind: "draw" | "take-back", player: number, asked: number[]}} Offer What a person has asked the others.
 * @typedef {{title: string, text: string, pictures: GuidePicture[]}} GuideSection
 * @typedef {{svg: string, caption: string, whole: boolean, boxes: SideBox[]}} GuidePicture
 * @typedef {{name: string, title: string, summary: string, sections: GuideSection[]}} Guide The rules of a game.
 *
 * @typedef {{player: number, taken: boolean, invite: string}} Invitation The link of a seat.
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
 * @property {Record<string, string>} [names] What values are called.
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
 * @property {string} guide The address of its rules.
 * @property {Field[]} options
 * @property {{player: number, side: number, label: string, team: string, plays: string}[]} seats
 * @property {number} sides
 * @property {boolean} secrets
 * @property {{name: string, spec: string}[]} levels
 * @property {AgentForm[]} agents
 * @property {string[]} more
 * @property {string} analyst
 *
 * @typedef {object} AnalysedMove The analysis of one move.
 * @property {string} move
 * @property {string[]} path
 * @property {number | null} value Chance to win for the mover, 0 to 1, or only an estimate.
 * @property {number | null} lead Expected lead of the mover in points, where they matter.
 * @property {number | null} visits
 * @property {boolean} exact
 * @property {number | null} prior
 *
 * @typedef {object} Estimates What is thought of a position.
 * @property {number[] | null} value Chance to win of each side, 0 to 1.
 * @property {number[] | null} leads Expected lead of each side in points, where they matter.
 * @property {boolean} percent Whether the values are chances; else they only say which is larger.
 *
 * @typedef {Estimates & AnalysisDetails} Analysis
 *
 * @typedef {object} AnalysisDetails
 * @property {number} ply
 * @property {number} player
 * @property {string} agent
 * @property {AnalysedMove[]} moves
 * @property {string[]} pv
 * @property {number | null} nodes
 * @property {number | null} depth
 * @property {boolean} exact
 * @property {number} seconds
 * @property {boolean} done
 *
 * @typedef {{type: string, id?: number, error?: string, [key: string]: any}} Message
 *
 * @typedef {object} Room A line that was opened.
 * @property {string} game
 * @property {string} title
 * @property {Record<string, unknown>} options
 * @property {Player[]} players
 *
 * @typedef {"best" | "fine" | "mistake" | "blunder"} MoveClass
 *
 * @typedef {object} Review The analysis of one ply of a played game.
 * @property {number} ply
 * @property {number[]} chance Of each side, before the move.
 * @property {number[] | null} leads Expected lead of each side in points.
 * @property {boolean} percent Whether the chances are some.
 * @property {MoveClass | null} class Of the move that was made there.
 * @property {number | null} lost Chance that the move lost.
 * @property {string | null} best
 * @property {boolean} exact
 *
 * @typedef {{elo: number, low: number, high: number}} Elo
 * @typedef {{wins: number, draws: number, losses: number}} Score
 *
 * @typedef {object} Standing
 * @property {number} place
 * @property {string} agent
 * @property {number} group Agents of different groups never met.
 * @property {Elo | null} elo
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} points
 * @property {number | null} superiority How likely it is better than the next.
 *
 * @typedef {object} Section
 * @property {string} game
 * @property {string} title
 * @property {Record<string, unknown>} options
 * @property {Record<string, unknown>} unusual
 * @property {string} headline
 * @property {string[]} warnings
 * @property {{number: number, name: string, kind: string, played: number}[]} series
 * @property {number} games
 * @property {Standing[]} standings
 * @property {number} groups
 * @property {Elo | null} advantage
 * @property {number | null} drawn
 * @property {{row: string, column: string, wins: number, draws: number, losses: number}[]} [meetings]
 *
 * @typedef {object} StoredGame
 * @property {number} id
 * @property {number} series
 * @property {string} title
 * @property {string[]} players
 * @property {number[]} sides
 * @property {number[] | null} outcome
 * @property {string} ended
 * @property {number} plies
 * @property {string} played
 *
 * @typedef {object} MyGame A game of this browser, as the server has it.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string[]} players
 * @property {number[]} sides Of each player.
 * @property {number[]} mine The players of this browser.
 * @property {number} mover
 * @property {string} ended
 * @property {string} text How it ended.
 * @property {number} plies
 * @property {number} people How many of the players are people.
 * @property {boolean} hidden Whether it has secrets and goes on, so that nobody may have all of it.
 * @property {string} changed
 *
 * @typedef {object} Address What a page is shown with.
 * @property {string[]} parts The variable parts of the address.
 * @property {URLSearchParams} query
 * @property {string} hash Without the "#".
 *
 * @typedef {() => void} Cleanup What to do before another page is shown.
 * @typedef {{show: (main: HTMLElement, parameters: Address) => Cleanup | void | Promise<Cleanup | void>}} Page
 */

/**
 * What the parts of the page pass to each other, as types. They are here because a browser does
 * not need them.
 *
 * @typedef {"picture" | "number" | "rotation"} Kind What the next click chooses.
 * @typedef {{x: number, y: number, width: number, height: number}} Area
 * @typedef {SVGElement | HTMLElement} Spot What is clicked, in the picture or below it.
 * @typedef {{svg: string, words: string}} Preview What a move would do: a fragment of the picture, and words.
 * @typedef {{ply: number, chance: number}} Point
 * @typedef {{left: number, right: number, top: number, bottom: number}} Frame
 *
 * @typedef {object} Mark A small label at the spot of a move.
 * @property {string[]} path The clicks of the move.
 * @property {string} label
 * @property {"best" | "good" | "fine" | "bad" | "plain"} [kind]
 * @property {string} [title]
 *
 * @typedef {{from: number, moves: string[]}} Branch Moves that replace those from a ply on.
 *
 * @typedef {object} BoardAddress The parts of the address of an analysis board.
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {string} position Empty for the start position.
 * @property {number | null} seed
 * @property {string[]} moves
 * @property {number | null} ply Null for the end of the line.
 *
 * @typedef {{number: number, player: number, moves: Played[]}} Turn
 * @typedef {{player: number, best: number, fine: number, mistake: number, blunder: number, moves: number, lost: number}} ClassCounts
 * @typedef {{role: "person" | "link" | "agent", spec: string}} Seat
 *
 * @typedef {object} RecentGame A game that this browser has shown.
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} players
 * @property {string} state
 * @property {number} time When it was last shown, in milliseconds since 1970.
 *
 * @typedef {{keys: string[], claim?: {invite: string, key: string}}} Keys Of the seats of a game, and a seat that is asked for.
 * @typedef {{index: number, kind: Kind, isPending: boolean, touch: boolean}} Step How far the choice of a move has come.
 * @typedef {{confirm: "auto" | "always" | "never", sound: boolean}} Preferences
 *
 * @typedef {object} GameActions What the buttons of a game do.
 * @property {string} id
 * @property {(message: Message) => void} send
 * @property {(text: string) => void} play
 * @property {(ply: number) => void} goTo
 * @property {() => string[]} keys
 *
 * @typedef {object} GameState
 * @property {Message} room
 * @property {Scene} scene The position that is shown.
 * @property {Scene} last The current position of the game.
 * @property {Played[]} played
 * @property {Result | null} result
 * @property {boolean} isPast Whether the position that is shown is an earlier one.
 *
 * @typedef {object} AnalysisOptions
 * @property {import("./static/js/socket.js").Socket} socket
 * @property {import("./static/js/board.js").Board} board
 * @property {GameForm} form
 * @property {Player[]} players
 * @property {boolean} [on] Whether the analysis is on at first.
 * @property {string} [name] The key under which this browser stores whether it is on; empty to store nothing.
 * @property {(moves: string[]) => void} [play] Plays moves. Without it, a click on a move only shows the position after it.
 * @property {(text: string) => void} [announce] Lets screen readers say a text.
 *
 * @typedef {object} PlotOptions
 * @property {import("./static/js/socket.js").Socket} socket
 * @property {Player[]} players
 * @property {(ply: number) => void} goTo
 * @property {(classes: Map<number, MoveClass>) => void} [onClasses] Gets the classes of moves by the ply after each move.
 * @property {(running: boolean) => void} [onRunning] Called when a review starts or ends.
 * @property {(text: string) => void} [announce] Lets screen readers say a text.
 *
 * @typedef {object} LineOptions
 * @property {Message} open The message that opens the line.
 * @property {Branch | null} branch The moves to start with.
 * @property {number | null} ply The ply to start at; null for the end.
 * @property {(room: Room) => Promise<void>} onOpen Called when the line is open.
 * @property {() => void} onChange Called when the moves or the shown position have changed.
 * @property {(message: Message) => void} onMessage Gets all other messages of the server.
 * @property {(error: string) => void} onError Called when the line cannot be opened.
 * @property {() => void} onDisconnect Called when the connection is lost.
 *
 * @typedef {object} ViewOptions
 * @property {Message} open The message that opens the line.
 * @property {Branch | null} branch The moves to start with.
 * @property {number | null} ply The ply to start at; null for the end.
 * @property {string} name The key under which this browser stores whether the analysis is on.
 * @property {string | null} stored The number of a stored game.
 * @property {(view: import("./static/js/lineview.js").LineView) => string} address The address that opens what is shown.
 * @property {(view: import("./static/js/lineview.js").LineView) => string} [share] The address to share, if it is a different one.
 * @property {(text: string, view: import("./static/js/lineview.js").LineView) => void} setUp Opens a position.
 * @property {(view: import("./static/js/lineview.js").LineView) => import("./static/js/dom.js").Child} [more] Further tools.
 * @property {[string, string]} [fallback] The address and the name of the page to offer if the line cannot be opened.
 */
