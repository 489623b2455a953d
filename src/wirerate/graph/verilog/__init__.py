"""Hardware from the graph: readable Verilog whose names are the nodes', with its benches and vectors."""
